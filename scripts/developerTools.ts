/** Whether the build contains the developer tools: always in a local deployment, elsewhere if DEVELOPER_TOOLS=1. */
export const hasDeveloperTools = (
  { DEPLOYMENT, DEVELOPER_TOOLS }: Record<string, string | undefined> = process.env,
) => (DEVELOPER_TOOLS ? DEVELOPER_TOOLS === '1' : (DEPLOYMENT || 'local') === 'local');
