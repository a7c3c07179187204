import { expect, test } from 'vitest';
import { isLoopback } from './address';

test.each(['localhost', 'beute.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('%s is this machine', (name) => {
  expect(isLoopback(name)).toBe(true);
});

test.each(['192.168.1.4', 'beute.example', '128.0.0.1', 'localhost.example'])('%s is not', (name) => {
  expect(isLoopback(name)).toBe(false);
});
