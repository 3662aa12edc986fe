import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeLicence, withBundledLicences } from '#scripts/licences.ts';

it('lists the licence that a package declares, with its text', () => {
  const text = describeLicence('node_modules/fastify');
  expect(text).toMatch(/^fastify \d+\.\d+\.\d+: MIT\n/);
  expect(text).toContain('Permission is hereby granted');
});

it('lists the GPL for the H5P core in h5p-standalone, with its text and source code', () => {
  const text = describeLicence('node_modules/h5p-standalone');
  expect(text).toMatch(/^h5p-standalone 3\.5\.1: MIT AND GPL-3\.0-only\n/);
  expect(text).toContain('https://github.com/tunapanda/h5p-standalone/tree/v3.5.1/vendor/h5p');
  expect(text).toContain('GNU GENERAL PUBLIC LICENSE');
});

it('also names the GPL in the list of components', () => {
  const licenses = [{ license: { id: 'MIT' } }];
  const list = JSON.stringify({
    components: [
      { name: 'fastify', licenses },
      { name: 'h5p-standalone', licenses },
    ],
  });
  expect(JSON.parse(withBundledLicences(list))).toEqual({
    components: [
      { name: 'fastify', licenses },
      { name: 'h5p-standalone', licenses: [{ expression: 'MIT AND GPL-3.0-only' }] },
    ],
  });
});

it('refuses a version of a bundling package until its licences have been reviewed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-licence-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'h5p-standalone', version: '9.9.9' }));
  expect(() => describeLicence(folder)).toThrow(/check those in 9\.9\.9/);
});
