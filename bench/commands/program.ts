/** The commands, and what they have in common: their output and the exit status. */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, CommanderError } from 'commander'
import { messageOf, Unmeasurable, UsageError } from '../../shared/basics/errors.ts'
import { IS_PACKAGE, PROGRAM, ROOT } from '../../shared/basics/root.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { type AddCommand, exitStatus } from '../cli/command.ts'
import { withOwnFolders } from '../cli/own-folders.ts'
import { probeCommand } from '../measure/probe-command.ts'
import { complain, type Io, writingTo } from '../terminal/output.ts'

/** In the order of the help; probes follow. Each is loaded where it runs, or where all are listed. */
const COMMANDS: Record<string, () => Promise<AddCommand>> = {
  run: async () => (await import('./run.ts')).run,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  list: async () => (await import('./list.ts')).list,
  new: async () => (await import('./new.ts')).newCommand,
  init: async () => (await import('./init.ts')).init,
  publish: async () => (await import('./publish.ts')).publish,
  compare: async () => (await import('./compare.ts')).compare,
  versions: async () => (await import('./versions.ts')).versions,
  export: async () => (await import('./export.ts')).exportCommand,
  merge: async () => (await import('./merge.ts')).merge,
}

/** Commands that write what a clone of the repository publishes. */
if (IS_PACKAGE) for (const name of ['publish', 'merge']) delete COMMANDS[name]

/** Each folder with a `probe.ts` is a command. */
const PROBES = join(ROOT, 'bench/probes')

/**
 * Runs one command. Signals and the end of the process are the caller's; calls in one process take turns.
 * @param argv the arguments behind the program's name
 * @param load returns the commands of which `argv` names one
 * @returns the exit status
 */
export async function main(
  argv: readonly string[],
  streams: Io,
  load = loadCommands,
): Promise<number> {
  return writingTo(streams, async (io) => {
    let status = 0
    try {
      const program = buildProgram(io, await load(argv[0]), (ended) => {
        status = ended
      })
      await program.parseAsync(withOwnFolders(argv), { from: 'user' })
      return status
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
      complain(
        `${error instanceof Unmeasurable ? 'could not be measured: ' : ''}${oneLine(messageOf(error))}`,
      )
      return error instanceof UsageError ? 2 : 3
    }
  })
}

async function loadCommands(name = ''): Promise<AddCommand[]> {
  const loadCommand = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (loadCommand) return [await loadCommand()]
  const probes = globSync('*/probe.ts', { cwd: PROBES }).map(dirname).sort()
  if (probes.includes(name)) return [await loadProbe(name)]
  return Promise.all([...Object.values(COMMANDS).map((load) => load()), ...probes.map(loadProbe)])
}

async function loadProbe(name: string): Promise<AddCommand> {
  const path = join(PROBES, name, 'probe.ts')
  return probeCommand((await import(pathToFileURL(path).href)).default)
}

function buildProgram(
  io: Io,
  added: readonly AddCommand[],
  finish: (status: number) => void,
): Command {
  const program = new Command(PROGRAM)
    .description('Benchmarks of servers that validate, deserialize and serialize typed data')
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}` })
    .addHelpText('after', exitStatus('something was not measured, or a check failed'))
    .configureOutput({
      writeOut: (text) => io.out.write(text),
      writeErr: (text) => io.err.write(text),
      outputError: (text, write) => write(`${oneLine(text)}\n`),
    })
    .exitOverride()
  for (const add of added) add(program, finish)
  return program
}
