/** Model of `json`: an object that a server builds for each request from a counter. */
export interface Profile {
  id: number
  profile: { name: string; email: string; age: number }
  roles: string[]
  metadata: { version: number; active: boolean; tags: string[]; score: number }
  createdAt: Date
  updatedAt: Date
}

const DAY = 86_400_000

/** @param count number of requests so far, including this one */
export function profileOf(count: number): Profile {
  return {
    id: count,
    profile: { name: `User ${count}`, email: `user${count}@example.com`, age: 18 + (count % 60) },
    roles: ['reader', count % 2 === 0 ? 'editor' : 'author'],
    metadata: { version: 3, active: count % 3 === 0, tags: ['json', `tag-${count % 10}`], score: (count % 100) / 10 },
    createdAt: new Date(1_600_000_000_000 + count * 1000),
    updatedAt: new Date(1_600_000_000_000 + count * 1000 + DAY),
  }
}
