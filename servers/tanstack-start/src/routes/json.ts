import { createFileRoute } from '@tanstack/react-router'
import { GET } from '../../json.ts'

export const Route = createFileRoute('/json')({ server: { handlers: { GET } } })
