import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { commandLine } from '../../test/testing.ts'

test('help names what may be chosen, and what the exit status says', async (t) => {
  const scratch = temporaryDirectory(t)
  const help = async (...args: string[]) => {
    const { status, output, complaints } = await commandLine(scratch, args)
    assert.deepEqual([status, complaints], [0, []], args.join(' '))
    return output.join('\n')
  }
  const all = await help('help')
  const commands = [...all.matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, name = '']) => name)
  assert.ok(commands.includes('run') && commands.includes('help'), commands.join(' '))
  // What all commands have in common is added to each by the same line.
  for (const name of ['compare', 'list'])
    assert.equal((await help('help', name)).split('Exit status: 0 ').length, 2, name)
  const run = await help('run', '--help')
  for (const name of scenarios.keys()) assert.match(run, new RegExp(`[ \n]${name}[,\n]`))
  assert.equal(run, await help('help', 'run'))
})
