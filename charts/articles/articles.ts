import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import heap from '../instruments/heap/instrument.ts'
import { typesStore } from '../instruments/types/format.ts'
import { drawAll } from '../pages/pictures.ts'
import { type Article, articlePath, articlePicture, fillArticle } from './article.ts'
import { heapArticle } from './heap.ts'
import { typesArticle } from './types.ts'

/** Returns the articles and their charts by path from the repository's root. @throws if an article has no such figure */
export async function articleFiles(): Promise<Map<string, string>> {
  const articles: Article[] = [...typesStore.mostComplete().map(typesArticle), heapArticle(heap.published?.() ?? [])]
  const pages = articles.map((article): [string, string] => {
    const path = articlePath(article.name)
    return [path, fillArticle(article, readFileSync(join(ROOT, path), 'utf8'))]
  })
  return new Map([...pages, ...(await drawAll(articles.flatMap(articlePicture)))])
}
