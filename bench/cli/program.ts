/** The commands, and what they have in common: their output and the exit status. */
import { Command, CommanderError } from 'commander'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { complain, type Io, writingTo } from '../terminal/output.ts'
import { addCompareCommand } from './commands/compare.ts'
import { addExportCommand } from './commands/export.ts'
import { addFootprintCommand } from './commands/footprint.ts'
import { addHistoryCommand } from './commands/history.ts'
import { addInstructionsCommand } from './commands/instructions.ts'
import { addLatencyCommand } from './commands/latency.ts'
import { addLayersCommand } from './commands/layers.ts'
import { addListCommand } from './commands/list.ts'
import { addMemoryCommand } from './commands/memory.ts'
import { addMergeCommand } from './commands/merge.ts'
import { addNewCommand } from './commands/new.ts'
import { addProfileCommand } from './commands/profile.ts'
import { addPublishCommand } from './commands/publish.ts'
import { addRunCommand } from './commands/run.ts'
import { addStartupCommand } from './commands/startup.ts'
import { addValidatorsCommand } from './commands/validators.ts'
import { addVerifyCommand } from './commands/verify.ts'
import { addVersionsCommand } from './commands/versions.ts'
import { movedLine } from './moved.ts'

const EXIT_STATUS = `
Exit status: 0 all is well; 1 a server that was asked for was not measured or broke its contract, --until was not
reached, or compare or versions found something slower than --fail-below allows (what was measured stands); 2 wrong
usage, which one line names; 3 two versions of a package could not be measured.`

/**
 * Runs one command. Signals and the end of the process are the caller's; calls in one process take turns.
 * @param argv the arguments behind the program's name
 * @returns the exit status
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  return writingTo(io, async () => {
    let status = 0
    const program = commands(io, (ended) => {
      status = ended
    })
    try {
      const moved = movedLine(argv)
      if (moved) throw new UsageError(moved)
      await program.parseAsync(argv, { from: 'user' })
      return status
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
      complain(oneLine(messageOf(error)))
      return error instanceof UsageError ? 2 : 1
    }
  })
}

function commands(io: Io, finish: (status: number) => void): Command {
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
  addRunCommand(program, finish)
  addVerifyCommand(program, finish)
  addListCommand(program, finish)
  addNewCommand(program, finish)
  addPublishCommand(program, finish)
  addCompareCommand(program, finish)
  addHistoryCommand(program, finish)
  addExportCommand(program, finish)
  addVersionsCommand(program, finish)
  addInstructionsCommand(program, finish)
  addMergeCommand(program, finish)
  addLayersCommand(program, finish)
  addValidatorsCommand(program, finish)
  addLatencyCommand(program, finish)
  addProfileCommand(program, finish)
  addStartupCommand(program, finish)
  addFootprintCommand(program, finish)
  addMemoryCommand(program, finish)
  return program
}
