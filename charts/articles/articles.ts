import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import type { Published } from '../../shared/results/published.ts'
import { drawAll } from '../draw/pictures.ts'
import { withAccepted } from '../instruments/accepted.ts'
import heap from '../instruments/heap/instrument.ts'
import { typesStore } from '../instruments/types/format.ts'
import { type Article, articlePath, articlePicture, fillArticle, MissingFigure } from './article.ts'
import { claimsArticle } from './claims.ts'
import { generatorsArticle } from './generators.ts'
import { heapArticle } from './heap.ts'
import { machinesArticle } from './machines.ts'
import { ticksArticles } from './ticks.ts'
import { typesArticle } from './types.ts'

/**
 * Returns the articles and their charts by path from the repository's root. An article is left out, and keeps its page, where
 * no stored result has all of its figures.
 */
export function articleFiles(published: readonly Published[]): Map<string, string> {
  const complete = [
    ...typesStore
      .mostComplete()
      .map((stored) => () => [
        typesArticle({ ...stored, file: withAccepted(stored.file, published).file }),
      ]),
    () => [heapArticle(heap.published?.() ?? [])],
    ...published
      .filter(({ result }) => result.scenario === 'update-user')
      .map(({ result }) => () => [machinesArticle(result, resultOf(published, 'user-list'))]),
    () => [claimsArticle(published)],
    () => [generatorsArticle()],
    ticksArticles,
  ].flatMap(filled)
  const pages = complete.map(({ article, page }): [string, string] => [
    articlePath(article.name),
    page,
  ])
  return new Map([...pages, ...drawAll(complete.flatMap(({ article }) => articlePicture(article)))])
}

const resultOf = (published: readonly Published[], scenario: string) =>
  published.find(({ result }) => result.scenario === scenario)?.result

function filled(articles: () => Article[]) {
  try {
    return articles().map((article) => {
      const page = fillArticle(article, readFileSync(join(ROOT, articlePath(article.name)), 'utf8'))
      return { article, page }
    })
  } catch (error) {
    if (error instanceof MissingFigure) return []
    throw error
  }
}
