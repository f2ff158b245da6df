import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillArticle } from './article.ts'

test('figures are filled in by name, again and again, and one that is missing is an error', () => {
  const article = { name: 'a', figures: { 'x.y': '1,234' } }
  const filled = 'It takes <!--=x.y-->1,234<!--/--> ns.'
  assert.equal(fillArticle(article, 'It takes <!--=x.y--><!--/--> ns.'), filled)
  assert.equal(fillArticle(article, filled), filled)
  assert.throws(
    () => fillArticle(article, '<!--=z-->5<!--/-->'),
    /docs\/articles\/a\.md has no figure named "z"/,
  )
})
