import { mount } from 'svelte';
import { hangArt } from './art/art';
import { watchErrors } from './state/errors';
import './style/tokens.css';
import './style/pieces.css';
import './style/states.css';
import './style/table.css';
import App from './App.svelte'; // with the styles of the boards, which stand between those of all and of the pages
import './style/home.css';
import './style/plain.css';
import './style/setup.css';
import './style/end.css';
import './style/curtain.css';
import './style/client.css';
import './style/lesson.css';

watchErrors();
void hangArt();
const target = document.getElementById('app');
if (target) mount(App, { target });
