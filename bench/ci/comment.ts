/**
 * Comments the results of `versions` on a pull request. It runs in a separate workflow (`workflow_run`) on the default branch's
 * code, with a token that may write comments. The artifact may come from a pull request's code, so only samples are taken from it:
 * verdicts and text are made here, the pull request is identified by GitHub's event, and its commits by GitHub.
 */
import { globSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { versionsMarkdown } from '../../charts/table/versions-summary.ts'
import { messageOf } from '../../shared/basics/errors.ts'
import type { Measurement } from '../../shared/format/measurement.ts'
import { readMeasurement } from '../../shared/format/measurement-file.ts'
import { versions } from '../../shared/probes/versions.ts'
import { Details, versionsIn } from '../../shared/probes/versions-file.ts'
import type { Limits } from '../versions/limits.ts'
import { comparedBy, loadCompared, parseLimits } from '../versions/metrics.ts'
import { requiredVariable, variable } from './job.ts'

/** Marks this script's comment, so that it can be found and updated. */
const COMMENT_MARK = '<!-- versions of a package, compared -->'
/** Maximum bytes of a file, and maximum characters of a comment. */
const LARGEST_FILE = 2_000_000
const LONGEST = 20_000
/** Comments per page of GitHub's API. */
const PAGE_SIZE = 100

const COMMIT = /^[0-9a-f]{40}$/
/** GitHub's statuses for a commit that does not exist. */
const NO_COMMIT = [404, 422]

/** The fields of GitHub's event that are read. */
interface WorkflowRun {
  head_sha: string
  head_branch: string
  /** Null once the fork is deleted. */
  head_repository: { owner: { login: string } } | null
  conclusion: string | null
  html_url: string
}

/** Maximum results per comment. */
const MOST_RESULTS = 10

/** The gate's labels of the two versions. */
const LABELS = 'base,head'

const ORIGIN =
  'The figures come from a job that ran the pull request’s code. This comment applies the limits of its own workflow to them.'

/** A run of the gate, and its artifacts. */
interface CommentSource {
  /** Directory of the artifacts, if there are any. */
  directory: string
  /** Address of the run. */
  url: string
  /** Whether the run's job passed. */
  passed: boolean
  limits: Limits
  /** Returns whether the pull request has these commits as base and head. */
  has(base: string, head: string): Promise<boolean>
}

/** Returns the comment as Markdown. */
export async function commentText(source: CommentSource): Promise<string> {
  const files = globSync('{*/,}versions.json', { cwd: source.directory })
    .sort()
    .slice(0, MOST_RESULTS)
  const texts = await Promise.all(files.map((file) => textOf(join(source.directory, file), source)))
  const text =
    texts.length > 0
      ? [...texts, ORIGIN].join('\n\n')
      : source.passed
        ? '### No versions were compared\n\nThe job passed without a result.'
        : '### Two versions could not be measured'
  return `${COMMENT_MARK}\n${text}\n\n[Details of the run](${source.url})`
}

async function textOf(path: string, { limits, has }: CommentSource): Promise<string> {
  let read: { text: string; base: string; head: string }
  try {
    if (!lstatSync(path).isFile() || statSync(path).size > LARGEST_FILE)
      throw new Error('not a result file')
    const file = await withSuiteRules(readMeasurement(versions, path), limits)
    const [base, head] = versionsIn(file).sides.map(({ commit }) => commit ?? '') as [
      string,
      string,
    ]
    read = { text: shortened(versionsMarkdown(file)), base, head }
  } catch {
    return '### A result cannot be read'
  }
  return (await has(read.base, read.head)) ? read.text : '### A result is of other commits'
}

/**
 * Returns the file with the suite's own rules in place of those that it states: threshold, direction and kind of interval of each
 * metric. Verdicts, ratios and intervals follow from its samples alone.
 * @throws if it has an unknown metric, or the versions are not the gate's
 */
async function withSuiteRules(file: Measurement, limits: Limits): Promise<Measurement> {
  const { sides, metrics, ...details } = Details.parse(file.details)
  if (`${sides.map(({ label }) => label)}` !== LABELS) throw new Error(`not of ${LABELS}`)
  const ownRules = Object.entries(metrics).map(async ([name, { how }]) => {
    const metric = await loadCompared(name)
    return [name, { ...comparedBy(metric, limits), how }] as const
  })
  return {
    ...file,
    details: { ...details, sides, metrics: Object.fromEntries(await Promise.all(ownRules)) },
  }
}

/** Truncates a long text at a line break. */
const shortened = (text: string) =>
  text.length <= LONGEST ? text : `${text.slice(0, text.lastIndexOf('\n', LONGEST))}\n\n…`

if (import.meta.main) {
  await comment().catch((error) => {
    console.error(messageOf(error))
    process.exitCode = 1
  })
}

async function comment(): Promise<void> {
  const failBelow = variable('BENCH_FAIL_BELOW')
  const limits = failBelow === undefined ? {} : parseLimits(failBelow)
  const { workflow_run: run } = JSON.parse(
    readFileSync(requiredVariable('GITHUB_EVENT_PATH'), 'utf8'),
  ) as {
    workflow_run: WorkflowRun
  }
  const repository = `/repos/${requiredVariable('GITHUB_REPOSITORY')}`
  const pull = await pullRequestOf(run, repository)
  if (pull === undefined) return console.log(`no open pull request has ${run.head_sha}`)
  const { number } = pull
  const body = await commentText({
    directory: requiredVariable('BENCH_ARTIFACT'),
    url: run.html_url,
    passed: run.conclusion === 'success',
    limits,
    has: (base, head) => hasCommits(repository, pull, base, head),
  })
  const earlier = await earlierComment(`${repository}/issues/${number}/comments`)
  if (earlier)
    await github('PATCH', `${repository}/issues/comments/${earlier.id}`, { body: { body } })
  else await github('POST', `${repository}/issues/${number}/comments`, { body: { body } })
  console.log(`${earlier ? 'renewed' : 'wrote'} the comment on pull request ${number}`)
}

interface Comment {
  id: number
  body: string
  user: { type: string }
}

/** Returns the earlier comment of this script. */
async function earlierComment(path: string): Promise<Comment | undefined> {
  for (let page = 1; ; page++) {
    const comments = (await github(
      'GET',
      `${path}?per_page=${PAGE_SIZE}&page=${page}`,
    )) as Comment[]
    const earlier = comments.find(
      (each) => each.user.type === 'Bot' && each.body.startsWith(COMMENT_MARK),
    )
    if (earlier || comments.length < PAGE_SIZE) return earlier
  }
}

/** The fields of a pull request that are read. */
interface Pull {
  number: number
  head: { sha: string; ref: string; repo: { id: number } | null }
  base: { ref: string }
}

/**
 * Finds the open pull request of the branch at that commit: for a fork, the event does not name it. That of a deleted fork is among
 * those changed last.
 */
async function pullRequestOf(
  { head_repository: fork, head_branch: branch, head_sha: sha }: WorkflowRun,
  repository: string,
): Promise<Pull | undefined> {
  const filter = fork
    ? `head=${encodeURIComponent(`${fork.owner.login}:${branch}`)}`
    : `sort=updated&direction=desc&per_page=${PAGE_SIZE}`
  const open = (await github('GET', `${repository}/pulls?state=open&${filter}`)) as Pull[]
  return open.find(
    ({ head }) =>
      head.sha === sha && head.ref === branch && (head.repo === null) === (fork === null),
  )
}

/** Returns whether the head is the pull request's commit or its merge commit, and the base is on its target branch. */
async function hasCommits(
  repository: string,
  { head: { sha }, base: { ref } }: Pull,
  base: string,
  head: string,
): Promise<boolean> {
  // They become part of a URL.
  if (!COMMIT.test(base) || !COMMIT.test(head)) return false
  if (head !== sha) {
    const merge = (await github('GET', `${repository}/git/commits/${head}`, {
      missing: NO_COMMIT,
    })) as {
      parents: { sha: string }[]
    } | null
    if (merge?.parents.length !== 2 || merge.parents[1]?.sha !== sha) return false
  }
  const path = `${repository}/compare/${encodeURIComponent(ref)}...${base}`
  const compared = (await github('GET', path, { missing: NO_COMMIT })) as { status: string } | null
  return compared?.status === 'identical' || compared?.status === 'behind'
}

/** @param missing statuses of what does not exist; the result is null then. @throws with GitHub's status if it is not a success */
async function github(
  method: string,
  path: string,
  { body, missing = [] }: { body?: object; missing?: readonly number[] } = {},
): Promise<unknown> {
  const response = await fetch(`${requiredVariable('GITHUB_API_URL')}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${requiredVariable('GITHUB_TOKEN')}`,
      'x-github-api-version': '2022-11-28',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (missing.includes(response.status)) return null
  if (!response.ok) throw new Error(`GitHub responded with ${response.status} to ${method} ${path}`)
  return response.json()
}
