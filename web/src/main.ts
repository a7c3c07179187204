import { mount } from 'svelte';
import App from './App.svelte';
import { hangArt } from './art/art';
import { watchErrors } from './state/errors';
import './style/tokens.css';
import './style/pieces.css';
import './style/states.css';
import './style/table.css';
import './style/sneaky.css';
import './style/home.css';
import './style/setup.css';
import './style/end.css';
import './style/curtain.css';
import './style/client.css';

watchErrors();
void hangArt();
const target = document.getElementById('app');
if (target) mount(App, { target });
