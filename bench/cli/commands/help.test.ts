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
  for (const [index, text] of (await Promise.all(commands.map((name) => help('help', name)))).entries()) {
    assert.equal(text.split('Exit status: 0 ').length, 2, commands[index])
  }
  const run = await help('run', '--help')
  for (const name of scenarios.keys()) assert.match(run, new RegExp(`[ \n]${name}[,\n]`))
  assert.equal(run, await help('help', 'run'))
})
