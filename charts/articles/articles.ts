import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import type { Published } from '../../shared/results/published.ts'
import heap from '../instruments/heap/instrument.ts'
import { typesStore } from '../instruments/types/format.ts'
import { drawAll } from '../pages/pictures.ts'
import { type Article, articlePath, articlePicture, fillArticle } from './article.ts'
import { generatorsArticle } from './generators.ts'
import { heapArticle } from './heap.ts'
import { machinesArticle } from './machines.ts'
import { ticksArticles } from './ticks.ts'
import { typesArticle } from './types.ts'

/** Returns the articles and their charts by path from the repository's root. @throws if an article has no such figure */
export async function articleFiles(published: readonly Published[]): Promise<Map<string, string>> {
  const articles: Article[] = [
    ...typesStore.mostComplete().map(typesArticle),
    heapArticle(heap.published?.() ?? []),
    ...published.filter(({ result }) => result.scenario === 'update-user').map(({ result }) => machinesArticle(result)),
    generatorsArticle(),
    ...ticksArticles(),
  ]
  const pages = articles.map((article): [string, string] => {
    const path = articlePath(article.name)
    return [path, fillArticle(article, readFileSync(join(ROOT, path), 'utf8'))]
  })
  return new Map([...pages, ...(await drawAll(articles.flatMap(articlePicture)))])
}
