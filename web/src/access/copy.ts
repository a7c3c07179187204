// Copying works without https too: the clipboard of the browser where there is one, else what is selected is copied.
export async function copyText(text: string): Promise<boolean> {
  try {
    if (window.isSecureContext && navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // it may be forbidden: then in the older way
  }
  const box = document.createElement('textarea');
  box.value = text;
  box.className = 'vh';
  box.setAttribute('aria-hidden', 'true');
  document.body.append(box);
  box.select();
  const done = document.execCommand('copy');
  box.remove();
  return done;
}
