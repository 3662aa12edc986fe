/** Whether the build contains the developer tools: in a local deployment, and where DEVELOPER_TOOLS=1 asks for them. */
export const hasDeveloperTools = (
  { DEPLOYMENT, DEVELOPER_TOOLS }: Record<string, string | undefined> = process.env,
) => (DEVELOPER_TOOLS ? DEVELOPER_TOOLS === '1' : (DEPLOYMENT || 'local') === 'local');
