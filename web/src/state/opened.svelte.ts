// The file of records that this page has open. It is gone with the page.
import * as api from '../net/api';
import { whyNot } from './asking.svelte';
import { ofFile, type Source } from './source';
import type { ListedRecord } from '../protocol';
import { say, speaking } from '../texts/say.svelte';
import { me } from './me.svelte';
import { place } from './route.svelte';

const MOST = 1 << 20; // bytes that the server takes; more would not be answered, but the connection ended

/** Whether a file is a saved table, to be played on: its first line is an entry of a log, not a record. */
async function isTable(file: Blob): Promise<boolean> {
  const begin = await file.slice(0, 40).text();
  return /^\s*\{\s*"entry"\s*:/.test(begin);
}

class Opened {
  /** What is looked at. */
  source = $state.raw<Source | null>(null);
  /** What there is to choose from, if it is more than one. */
  records = $state.raw<ListedRecord[]>([]);
  problem = $state('');
  private file: Blob | null = null;
  private times = 0;

  /** Somebody chose, dropped or pasted something: it is shown, or what is wrong with it. */
  async take(file: Blob): Promise<void> {
    if (place.route.page !== 'open' || this.source) place.go('/open'); // from its beginning, whoever was looked from
    this.file = file;
    this.source = null;
    this.records = [];
    this.problem = '';
    if (file.size > MOST) {
      this.problem = say('open.too_large', { most: MOST >> 20 });
      return;
    }
    try {
      if (await isTable(file)) {
        await me.introduce();
        const { table } = await api.bringTable(file);
        if (this.file === file) place.go(`/t/${table.id}`);
        return;
      }
      const found = await api.openedRecords(file, speaking.language);
      if (this.file !== file) return;
      const [only, ...others] = found;
      if (only && others.length === 0) this.choose(only);
      else this.records = found;
    } catch (error) {
      this.refuse(error);
    }
  }

  choose(record: ListedRecord): void {
    if (!this.file) return;
    this.problem = record.problem ?? '';
    if (record.problem === null) this.source = ofFile(this.file, record.line, `file ${++this.times}`);
  }

  /** It cannot be shown: then another one may be chosen. */
  refuse(error: unknown): void {
    this.source = null;
    this.problem = whyNot(error);
  }

  close(): void {
    this.source = null;
    this.records = [];
    this.problem = '';
    this.file = null;
  }
}

export const opened = new Opened();
