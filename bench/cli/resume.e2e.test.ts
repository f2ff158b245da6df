/** A run that is interrupted, resumed, killed, and resumed again. */
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../shared/basics/root.ts'
import { writeTree } from '../../shared/basics/testing.ts'
import { readRecord, readResult } from '../../shared/results/file.ts'
import { disclosure } from '../../shared/results/samples.ts'
import { CommandLine, filesIn, processesOf, runDirectory, until } from '../test/testing.ts'

const skip = process.platform === 'linux' ? false : 'processes are found in /proc'
const manifest = {
  bench: {
    router: false,
    ...disclosure,
    validation: { ...disclosure.validation, errors: 'all' },
    description: 'honest',
  },
}
const source = `import { serve } from '${pathToFileURL(join(ROOT, 'bench/test/faulty/user-server.ts'))}'\nserve()\n`
const protocol = ['--rounds', '3', '--warmup', '0', '--seconds', '0.25', '--connections', '20']

test('interruptions lose no round', {
  skip,
  timeout: 240_000,
}, async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'result.json')
  writeTree(scratch, { 'servers/a/package.json': manifest, 'servers/a/update-user.ts': source })
  const directory = ['--servers-dir', join(scratch, 'servers')]
  const resume = () => new CommandLine(scratch, ['run', '--resume', out, ...directory])
  const hasRounds = (number: number) => () => existsSync(out) && readRecord(out).rounds.length >= number

  const chosen = ['--servers', 'a', ...directory]
  const first = new CommandLine(scratch, ['run', 'update-user', ...chosen, ...protocol, '--out', out])
  await until(hasRounds(1))
  first.signal('SIGINT')
  const { status, complaints } = await first.ended
  assert.deepEqual([status, complaints.length], [130, 1])
  assert.match(complaints[0] ?? '', /run --resume .*result\.json/)
  assert.deepEqual(
    filesIn(scratch).filter((file) => !file.startsWith('servers')),
    ['result.json'],
  )
  const interrupted = readRecord(out)
  assert.equal(interrupted.complete, false)

  writeFileSync(`${out}.1234.tmp`, '{"half')
  const second = resume()
  const early = second.ended.then(({ output, complaints }) => assert.fail([...output, ...complaints].join('\n')))
  await Promise.race([until(hasRounds(2)), early])
  early.catch(() => {})
  second.signal('SIGKILL')
  await second.ended
  await until(() => processesOf(scratch).length === 0)
  const killed = readRecord(out)

  const last = await resume().ended
  assert.deepEqual([last.status, last.complaints], [0, []], last.output.join('\n'))
  const result = readResult(out)
  assert.deepEqual([result.complete, result.rounds.length, result.resumed.length], [true, 3, 2])
  // SIGKILL may come between the creation of the server's output and the removal of its name.
  assert.deepEqual(
    filesIn(scratch).filter((file) => !/^servers|^bench-output-/.test(file)),
    ['result.json'],
  )
  for (const [i, { trials }] of readRecord(out).servers.entries()) {
    assert.deepEqual(trials.slice(0, 1), interrupted.servers[i]?.trials)
    assert.deepEqual(trials.slice(0, 2), killed.servers[i]?.trials)
  }
})
