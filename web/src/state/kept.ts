// What this browser keeps for itself. A browser that keeps nothing (a private window may refuse) still plays.

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`beute.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`beute.${name}`, value);
  } catch {
    // then the setting holds until the page is left
  }
}
