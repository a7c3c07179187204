// Keys of the table are single letters, so they count only where nothing is written and no panel is open.
export function isForTable(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof Element) || event.target.closest('input, textarea, .panel, [popover]') === null;
}
