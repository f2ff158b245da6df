import { createFileRoute } from '@tanstack/react-router'
import { GET, middleware } from '../../route-params.ts'

export const Route = createFileRoute('/users/$id')({ server: { middleware, handlers: { GET } } })
