import { UsageError } from '../../../shared/basics/errors.ts'
import { addToHistory, HISTORY_FOLDER, lineOfResult, readHistory } from '../../../shared/results/history.ts'
import { historyText } from '../../../shared/results/history-report.ts'
import { historySeries } from '../../../shared/results/history-series.ts'
import { countsStore } from '../../../shared/results/instructions.ts'
import { isUnhealthy, whyNotPooled } from '../../../shared/results/pool-rule.ts'
import { storedRuns } from '../../../shared/results/published.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { say } from '../../terminal/output.ts'
import { command, value } from '../command.ts'
import { ALL, SCENARIO_OR_ALL, scenarioNamed, userPath } from '../options.ts'

const EXPLANATION = `
Stored numbers of a server make a series where they may be compared: for instructions the same version of QEMU, requests, seed,
OS and architecture; for ratios to the baseline the same protocol and load generator. Others
are never put together. How much machines differ is learned from unchanged servers. docs/report.md says when a change is significant.

A cause is what is known to differ between the two points: releases of the server's packages, its runtime, its files.

Examples:
  npm run bench -- history add results/instructions/hello/2026-11-22T00-31-42Z.json
  npm run bench -- history hello`

export const history = command({
  name: 'history',
  description: `changes in the stored runs and in the counts of ${HISTORY_FOLDER}/; history add <file> appends the line of a file of counts`,
  operands: [SCENARIO_OR_ALL, { syntax: '[file]', help: 'behind add: what is added, unless it is there or older' }],
  options: {
    folder: value('<path>', `where the history of counts is (default: ${HISTORY_FOLDER})`, userPath),
  },
  more: EXPLANATION,
  run({ folder }, name, file?: string) {
    if (name === 'add') {
      if (file === undefined) throw new UsageError('history add takes a file')
      say(`added to ${addToHistory(file, countsStore.read(userPath(file)), folder)}`)
      return 0
    }
    const scenario = name === ALL ? undefined : scenarioNamed(name, SCENARIO_OR_ALL.help)
    const names = scenario ? [scenario.name] : [...scenarios.keys()]
    const counts = readHistory(folder).filter((line) => names.includes(line.scenario))
    const runs = names
      .flatMap((each) => storedRuns(each))
      .filter(({ file }) => whyNotPooled(file) === null && !isUnhealthy(file))
    say(historyText(historySeries([...counts, ...runs.map(({ file }) => lineOfResult(file))])))
    return 0
  },
})
