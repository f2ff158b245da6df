import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleEnvironment } from '../../../shared/test/environment-fixture.ts'
import { instrumentFiles } from '../instrument.ts'
import { type Footprint, footprintStore } from './format.ts'
import instrument from './instrument.ts'

const date = '2026-11-21T10:00:00.000Z'
const server = {
  version: '1.0.0',
  runtime: 'node',
  router: true,
  builds: false,
  direct: 1,
  refusal: null,
} as const
const file: Footprint = {
  ...footprintStore.complete({
    startedAt: date,
    finishedAt: date,
    environment: sampleEnvironment,
    source: { commit: null, clean: null },
    packages: [
      { name: 'web', version: '1.0.0', bytes: 2_000_000, files: 20, installScript: true },
      { name: 'far', version: '1.0.0', bytes: 500_000, files: 5, installScript: false },
    ],
    servers: [
      { name: 'web', displayName: 'Web', ...server, builds: true, closure: [0] },
      { name: 'bare', displayName: 'Bare', ...server, version: null, direct: 0, closure: [] },
      { name: 'bun', displayName: 'Bun', ...server, runtime: 'bun', closure: [1] },
      { name: 'library', displayName: 'Library', ...server, router: false, closure: [1] },
      { name: 'far', displayName: 'Far', ...server, closure: [0, 1] },
    ],
    notInstalled: [{ name: 'gone', install: 'npm install gone' }],
  }),
  checksum: '',
}
const stored = { file, path: 'results/footprint/2026-11-21T10-00-00Z.json' }

test('the smallest is first, with its largest packages; frameworks of one runtime are compared', async () => {
  const text =
    instrumentFiles(instrument, [stored]).get('charts/published/footprint/README.md') ?? ''
  const rows = text
    .split('\n')
    .filter((line) => /^\| (Web|Bare|Far)/.test(line))
    .map((row) => row.split('|').map((cell) => cell.trim()))
  assert.deepEqual(rows, [
    ['', 'Bare', '0', '0', '', '', '', ''],
    ['', 'Web', '1', '2.00', 'web 2.00', '`web@1.0.0`', 'yes', ''],
    ['', 'Far', '2', '2.50', 'web 2.00, far 0.500', '`web@1.0.0`', '', ''],
  ])
  assert.match(
    text,
    /2 servers with a framework on Node take from 2\.00 MB \(Web\) to 2\.50 MB \(Far\)/,
  )
  assert.match(text, /alt="On Node\.js, Far takes 1\.3× the disk space of Web \(of 2 shown\)"/)
  assert.match(text, /\n- gone: not installed, so not measured\n/)
})
