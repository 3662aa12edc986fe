import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeComponents, describeLicence } from '#scripts/licences.ts';

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

it('lists the installed components, with the GPL of bundled code', () => {
  const component = (name: string, version: string) => ({
    'bom-ref': `${name}@${version}`,
    name,
    licenses: [{ license: { id: 'MIT' } }],
  });
  const fastify = component('fastify', '5.12.8');
  const h5p = component('h5p-standalone', '3.5.1');
  const list = {
    components: [fastify, h5p, component('sharp-win32', '0.35.5')],
    dependencies: [
      { ref: 'trellis@0.1.0', dependsOn: ['fastify@5.12.8', 'sharp-win32@0.35.5'] },
      { ref: 'sharp-win32@0.35.5', dependsOn: [] },
    ],
  };
  const installed = new Set(['fastify@5.12.8', 'h5p-standalone@3.5.1']);
  expect(JSON.parse(describeComponents(JSON.stringify(list), installed))).toEqual({
    components: [fastify, { ...h5p, licenses: [{ expression: 'MIT AND GPL-3.0-only' }] }],
    dependencies: [{ ref: 'trellis@0.1.0', dependsOn: ['fastify@5.12.8'] }],
  });
});

it('refuses a version of a bundling package until its licences have been reviewed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-licence-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'h5p-standalone', version: '9.9.9' }));
  expect(() => describeLicence(folder)).toThrow(/check those in 9\.9\.9/);
});
