/** A run in the process of the test, from its lock to its result. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readResult } from '../../shared/results/file.ts'

const scratch = mkdtempSync(join(tmpdir(), 'bench-measure-'))
after(() => rmSync(scratch, { recursive: true, force: true }))
// The machine's lock is in it: another run may go on meanwhile.
process.env.TMPDIR = scratch
const { main } = await import('./program.ts')

test('a run has the machine until its result is written', async () => {
  const said: [text: string, isLocked: boolean][] = []
  const out = join(scratch, 'a.json')
  const lock = join(scratch, 'rpc-validation-benchmarks.lock')
  const sink = { write: (text: string) => said.push([text, existsSync(lock)]) }
  const short = ['--seconds', '0.3', '--warmup', '0', '--connections', '10', '--no-polling']
  const args = ['run', 'update-user', '--quick', '--servers', 'http-node', ...short, '--out', out]
  assert.equal(await main(args, { out: sink, err: sink }), 0)
  const { rounds, quick, resumed } = readResult(out)
  assert.deepEqual([rounds.length, quick, resumed], [2, true, []])
  assert.ok(said.some(([text]) => /│ tier │ server .*│\s+1 │ http-node │.*│ +1\.0 │/s.test(text)))
  assert.equal(existsSync(lock), false)
  const [, isLocked] = said.find(([text]) => text.includes('written to')) ?? []
  assert.equal(isLocked, true)
  assert.ok(!existsSync(`${out}.partial`))
  assert.ok(
    !said.some(([text]) => /^(not )?published/.test(text)),
    'what has a file of its own is not published',
  )
})
