/** The command line in the process of a test, for commands that start no server. */
import assert from 'node:assert/strict'
import { Command } from 'commander'
import { command, type Settings, type Values } from '../cli/command.ts'
import { main } from '../commands/program.ts'

export interface Reply {
  status: number
  /** Non-empty lines of stdout. */
  output: string[]
  /** Non-empty lines of stderr. */
  complaints: string[]
}

export async function inProcess(...args: string[]): Promise<Reply> {
  const [out, err]: [string[], string[]] = [[], []]
  const status = await main(args, {
    out: { write: (text) => out.push(text) },
    err: { write: (text) => err.push(text) },
  })
  const lines = (texts: string[]) => texts.join('').split('\n').filter(Boolean)
  return { status, output: lines(out), complaints: lines(err) }
}

/** Asserts that the arguments are wrong usage: status 2, no output, and one line that names each token. */
export async function assertWrongUsage(
  args: readonly string[],
  ...tokens: string[]
): Promise<void> {
  const { status, output, complaints } = await inProcess(...args)
  const context = [args.join(' '), ...output, ...complaints].join('\n')
  assert.deepEqual([status, output, complaints.length], [2, [], 1], context)
  for (const token of tokens) assert.ok(complaints[0]?.includes(token), `no ${token} in ${context}`)
}

/** Returns the values of declared options for arguments. */
export function valuesFor<S extends Settings>(options: S, ...args: string[]): Values<S> {
  const program = new Command().exitOverride()
  const got: Values<S>[] = []
  const run = (values: Values<S>) => got.push(values)
  command({ name: 'any', description: '', options, run })(program, () => {})
  program.parse(['any', ...args], { from: 'user' })
  return got[0] ?? assert.fail()
}
