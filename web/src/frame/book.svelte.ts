// The rulebook that lies beside the table: which game's page is open, and at which clause.
import * as api from '../net/api';
import type { Language } from '../protocol';

class Book {
  game = $state<string | null>(null);
  clause = $state('');
  private readonly pages = new Map<string, Promise<string>>();

  open(game: string | null, clause = ''): void {
    this.clause = clause;
    this.game = game;
  }

  close(): void {
    this.game = null;
  }

  /** The page as HTML; the server made it from the project's own rulebook. */
  page(game: string, language: Language): Promise<string> {
    const key = `${language}/${game}`;
    const known = this.pages.get(key);
    if (known) return known;
    const page = api.rules(game, language);
    this.pages.set(key, page);
    page.catch(() => this.pages.delete(key));
    return page;
  }
}

export const book = new Book();
