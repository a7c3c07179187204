import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

// Pages are made anew when what they show changes (`{#key}`), so they read their properties once.
const warningFilter = (warning) => warning.code !== 'state_referenced_locally';

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, warningFilter } };
