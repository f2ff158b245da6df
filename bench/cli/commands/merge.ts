import type { Command } from 'commander'
import { mergeAndReport } from '../../application/merge-and-report.ts'
import { userPath } from '../options.ts'

const EXPLANATION = `
Shards are merged where all of them counted the same scenario of the same commit, in the same way and by the same counter,
with the same packages and runtimes on the same system; all else is wrong usage, and what differs is named. So is a server
that two shards hold. The file says of each shard on which machine it was counted.

requests/s of different machines are never merged: they are the machine's as much as the server's.

Example:
  npm run bench -- merge one.json two.json --out counts.json`

export function addMergeCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('merge <files...>')
    .description('put counts of shards (instructions --shard) together into one file')
    .option('--partial', 'also where shards are missing, which the file says')
    .option(
      '--out <file>',
      'write the counts to this file (default: results/instructions/<scenario>/<date>.json, which publish shows)',
    )
    .addHelpText('after', EXPLANATION)
    .action((files: string[], { partial = false, out }: { partial?: boolean; out?: string }) =>
      finish(
        mergeAndReport({
          files: files.map((file) => ({ file, path: userPath(file) })),
          partial,
          out: out === undefined ? undefined : userPath(out),
        }),
      ),
    )
}
