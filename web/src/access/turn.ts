// Your turn, for who looks elsewhere: the page's icon, and a notification if that was allowed.
import { settings } from '../state/settings.svelte';

export type Sign = 'plain' | 'turn' | 'away';
const ICONS: Record<Sign, string> = { plain: '/favicon.svg', turn: '/favicon-turn.svg', away: '/favicon-away.svg' };

export function showIcon(sign: Sign): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', ICONS[sign]);
}

/** Whether notifications can be had at all: not without https, nor on every phone. */
export function canNotify(): boolean {
  return window.isSecureContext && 'Notification' in window;
}

export async function allowNotifications(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

export function notify(title: string, text: string): void {
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== 'granted') return;
  try {
    new Notification(title, { body: text, tag: 'beute-turn', icon: '/icon-192.png' });
  } catch {
    // some phones allow them only to installed apps
  }
}
