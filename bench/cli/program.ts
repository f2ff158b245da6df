/** The commands, and what they have in common: their output and the exit status. */
import { Command, CommanderError } from 'commander'
import { messageOf, Unmeasurable, UsageError } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { complain, type Io, writingTo } from '../terminal/output.ts'
import { compare } from './commands/compare.ts'
import { exportCommand } from './commands/export.ts'
import { history } from './commands/history.ts'
import { list } from './commands/list.ts'
import { merge } from './commands/merge.ts'
import { newCommand } from './commands/new.ts'
import { publish } from './commands/publish.ts'
import { run } from './commands/run.ts'
import { verifyCommand } from './commands/verify.ts'
import { instrumentCommands } from './instruments.ts'

const EXIT_STATUS = `
Exit status: 0 everything asked for was measured; 1 a server was not measured or broke its contract, --until was not
reached, memory --soak found a leak, or compare or versions found something slower than --fail-below allows (what was
measured stands); 2 wrong usage, named in one line; 3 nothing could be measured, for a reason in one line.`

/** In the order of the help; instruments follow. */
const COMMANDS = [run, verifyCommand, list, newCommand, publish, compare, history, exportCommand, merge]

/**
 * Runs one command. Signals and the end of the process are the caller's; calls in one process take turns.
 * @param argv the arguments behind the program's name
 * @returns the exit status
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  return writingTo(io, async () => {
    let status = 0
    try {
      const program = await commands(io, argv[0], (ended) => {
        status = ended
      })
      await program.parseAsync(argv, { from: 'user' })
      return status
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
      const isUnmeasurable = error instanceof Unmeasurable
      complain(`${isUnmeasurable ? 'could not be measured: ' : ''}${oneLine(messageOf(error))}`)
      if (error instanceof UsageError) return 2
      return isUnmeasurable ? 3 : 1
    }
  })
}

async function commands(io: Io, name: string | undefined, finish: (status: number) => void): Promise<Command> {
  const program = new Command('npm run bench --')
    .description('Benchmarks of servers that validate, deserialize and serialize typed data')
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}` })
    .addHelpText('afterAll', EXIT_STATUS)
    .configureOutput({
      writeOut: (text) => io.out.write(text),
      writeErr: (text) => io.err.write(text),
      outputError: (text, write) => write(`${oneLine(text)}\n`),
    })
    .exitOverride()
  for (const add of [...COMMANDS, ...(await instrumentCommands(name))]) add(program, finish)
  return program
}
