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
const { lockMachine, unlockMachine } = await import('../machine/lock.ts')

test('a run has the machine until its end, and its table is rough', async () => {
  const said: string[] = []
  const out = join(scratch, 'a.json')
  let locked: Promise<void> | undefined
  const sink = {
    write(text: string) {
      said.push(text)
      if (text.startsWith('round 1/2'))
        locked = assert.rejects(
          lockMachine(() => {}),
          /another run/,
        )
    },
  }
  const short = ['--seconds', '0.3', '--warmup', '0', '--connections', '10', '--no-polling']
  const args = ['run', 'hello', '--quick', '--servers', 'http-node', ...short, '--out', out]
  assert.equal(await main(args, { out: sink, err: sink }), 0)
  const { rounds, quick, resumed } = readResult(out)
  assert.deepEqual([rounds.length, quick, resumed], [2, true, []])
  assert.ok(said.some((text) => /│ server .*│ http-node │.*│ +1\.0 │/s.test(text)))
  await (locked ?? assert.fail('no trial is shown'))
  await lockMachine(() => {})
  unlockMachine()
  assert.ok(!existsSync(`${out}.partial`))
  assert.ok(
    !said.some((text) => /^(not )?published/.test(text)),
    'what has a file of its own is not published',
  )
})
