import { command } from '../command.ts'
import { mergeFiles } from '../merge-files.ts'
import { out, userPath } from '../options.ts'

const EXPLANATION = `
Runs of one or more machines are checked and copied into results/<scenario>/; publish pools what is there, each run as another
machine or another hour. One that may be in no pool (of --quick, of changed sources, incomplete) is wrong usage.

Shards are merged where all of them counted the same scenario of the same commit, in the same way,
by the same version of QEMU, with the same packages and runtimes on the same system; all else is wrong usage, and what differs is named. So is a server
that two shards hold. The file says of each shard on which machine it was counted.

Examples:
  npm run bench -- merge runs/*.json
  npm run bench -- merge one.json two.json --out counts.json`

export const merge = command({
  name: 'merge',
  description:
    'store runs of several machines to be pooled, or put counts of shards (instructions --shard) into one file',
  operands: [{ syntax: '<files...>' }],
  options: { out: out('instructions/<scenario>') },
  more: EXPLANATION,
  run: ({ out }, ...files) => mergeFiles({ files: files.map((file) => ({ file, path: userPath(file) })), out }),
})
