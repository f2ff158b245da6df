import { defineAction } from 'astro:actions'

export const hello = defineAction({ handler: () => ({ hello: 'world' }) })
