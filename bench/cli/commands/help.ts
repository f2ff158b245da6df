import type { Command } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'

/** `help [command]`, in place of commander's own, which says nothing of a command that there is not. */
export function addHelpCommand(program: Command): void {
  program
    .helpCommand(false)
    .command('help [command]')
    .description('what the suite does, or a command, and its options')
    .action((name?: string) => {
      const command = name === undefined ? program : program.commands.find((other) => other.name() === name)
      if (!command) {
        const names = program.commands.map((other) => other.name())
        throw new UsageError(`no command called ${name}: there is ${names.join(', ')}`)
      }
      command.outputHelp()
    })
}
