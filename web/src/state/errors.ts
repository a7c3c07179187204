// The latest errors of this page, for "Report a problem" and nothing else.
const MOST = 20;
const errors: string[] = [];

export function noteError(text: string): void {
  errors.push(text.slice(0, 500));
  if (errors.length > MOST) errors.shift();
}

export function latestErrors(): readonly string[] {
  return errors;
}

export function watchErrors(): void {
  addEventListener('error', (event) => noteError(event.message));
  addEventListener('unhandledrejection', (event) => noteError(String(event.reason)));
}
