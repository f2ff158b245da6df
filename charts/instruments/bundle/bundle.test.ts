import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BundleFile } from './format.ts'
import bundle from './instrument.ts'

const bundled = (
  name: string,
  gzipped: number,
  asDocumented?: number,
): BundleFile['servers'][number] => ({
  ...{
    name,
    displayName: name,
    kind: 'server',
    version: '1.0.0',
    runtime: 'node',
    runtimeVersion: '26.0.0',
  },
  refusal: null,
  bundle: { raw: 9e6, minified: 9e5, gzipped, builtins: [], ...(asDocumented && { asDocumented }) },
})

test('servers are ranked by one import style of zod; the page says what the documented one costs', () => {
  const servers = [
    bundled('dear', 20_000, 90_000),
    bundled('cheap', 10_000, 9_990),
    bundled('without', 30_000),
  ]
  const file = { servers, notInstalled: [] } as unknown as BundleFile
  assert.deepEqual(
    bundle.rows(file).map(({ name }) => name),
    ['cheap', 'dear', 'without'],
  )
  const lead = bundle.lead?.([{ path: '', file }]) ?? ''
  assert.match(lead, / 1 bundle would be up to 4\.5 times as large \(up to 70\.0 KB more\)/)
  assert.match(lead, /openai-node\/pull\/1703.*t3-env\/issues\/394/)
})
