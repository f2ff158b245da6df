import assert from 'node:assert/strict'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { writeResult } from '../../shared/result/file.ts'
import type { UnsealedResult } from '../../shared/result/format.ts'
import { readPublished } from '../../shared/result/published.ts'
import { sampleResult, sampleServer } from '../../shared/result/samples.ts'
import { publish } from './publish.ts'

test('a result whose name another one has is not published: the pages would name the wrong file', async (t) => {
  const [published] = readPublished()
  assert.ok(published)
  const path = join(temporaryDirectory(t), basename(published.path))
  writeResult(path, { ...sampleResult(), scenario: published.result.scenario })
  await assert.rejects(publish(path), (error: Error) => {
    assert.ok(error instanceof UsageError)
    assert.match(error.message, /is another result than .*: rename/)
    return true
  })
})

const refusal = { round: 1, phase: 'start', reason: 'no' } as const
const unfit: [string, Partial<UnsealedResult>, RegExp][] = [
  ['made by --quick', { quick: true }, /was made with --quick, which is never published: run without it$/],
  [
    'made from changed sources',
    { source: { commit: 'abc', clean: false } },
    /was made from sources with uncommitted changes: commit them and run again$/,
  ],
  [
    'without a measured server',
    { servers: [{ ...sampleServer('a', []), refusal }] },
    /holds no measured server to publish$/,
  ],
]
for (const [what, change, complaint] of unfit) {
  test(`a result ${what} is not published`, async (t) => {
    const path = join(temporaryDirectory(t), 'result.json')
    writeResult(path, { ...sampleResult(), ...change })
    await assert.rejects(publish(path), (error: Error) => {
      assert.ok(error instanceof UsageError && error.message.startsWith(path))
      assert.match(error.message, complaint)
      return true
    })
  })
}
