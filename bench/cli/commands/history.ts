import { type Command, Option } from 'commander'
import { addToHistory, HISTORY_FOLDER, readHistory } from '../../../shared/result/history.ts'
import { HISTORY_FORMATS, type HistoryFormat } from '../../../shared/result/history-report.ts'
import { historySeries } from '../../../shared/result/history-series.ts'
import { readResultOrCounts } from '../../../shared/result/result-or-counts.ts'
import { say } from '../../terminal/output.ts'
import { SCENARIO_NAMES, scenarioNamed, userPath } from '../options.ts'

interface HistoryOptions {
  folder?: string
  scenario?: string
  format: HistoryFormat
}

const EXPLANATION = `
Stored numbers of a server make a series where they may be compared: for instructions the same counter, requests, seed, OS and
architecture (and the same CPU where it counts itself); for ratios to the baseline the same protocol, load generator and machine.
Others are never put together. METHODOLOGY says how a change is told from noise.

A cause is what is known to differ between the two points: releases of the server's packages, its runtime, its files.

Examples:
  npm run bench -- history add results/instructions/hello/2026-11-22T00-31-42Z.json
  npm run bench -- history --scenario hello --format markdown`

export function addHistoryCommand(program: Command, finish: (status: number) => void): void {
  const history = program
    .command('history')
    .usage('[add <file>] [options]')
    .description(`changes in the stored numbers of ${HISTORY_FOLDER}/, or one stored file more`)
    .option('--folder <path>', `where the history is (default: ${HISTORY_FOLDER})`)
    .option('--scenario <name>', `only of this one: ${SCENARIO_NAMES}`)
    .addOption(new Option('--format <name>', 'of the output').choices(Object.keys(HISTORY_FORMATS)).default('text'))
    .addHelpText('after', EXPLANATION)
    .action((options: HistoryOptions) => {
      showHistory(options)
      finish(0)
    })
  history
    .command('add <file>')
    .description(
      'append the line of a result or of a file of counts; one that is there, is older or was edited is refused',
    )
    .action((file: string) => {
      const { folder } = history.opts<HistoryOptions>()
      const path = addToHistory(file, readResultOrCounts(userPath(file)), folderPath(folder))
      say(`added to ${path}`)
      finish(0)
    })
}

function showHistory({ folder, scenario, format }: HistoryOptions): void {
  if (scenario !== undefined) scenarioNamed(scenario)
  const lines = readHistory(folderPath(folder))
  const chosen = lines.filter((line) => scenario === undefined || line.scenario === scenario)
  say(HISTORY_FORMATS[format](historySeries(chosen)))
}

function folderPath(folder: string | undefined): string | undefined {
  return folder === undefined ? undefined : userPath(folder)
}
