import { mergeAndReport } from '../../application/merge-and-report.ts'
import { command, flag } from '../command.ts'
import { out, userPath } from '../options.ts'

const EXPLANATION = `
Shards are merged where all of them counted the same scenario of the same commit, in the same way and by the same counter,
with the same packages and runtimes on the same system; all else is wrong usage, and what differs is named. So is a server
that two shards hold. The file says of each shard on which machine it was counted.

requests/s of different machines are never merged: they are the machine's as much as the server's.

Example:
  npm run bench -- merge one.json two.json --out counts.json`

export const merge = command({
  name: 'merge',
  description: 'put counts of shards (instructions --shard) together into one file',
  operands: [{ syntax: '<files...>' }],
  options: { partial: flag('also where shards are missing, which the file says'), out: out('instructions/<scenario>') },
  more: EXPLANATION,
  run: ({ partial, out }, ...files) =>
    mergeAndReport({ files: files.map((file) => ({ file, path: userPath(file) })), partial, out }),
})
