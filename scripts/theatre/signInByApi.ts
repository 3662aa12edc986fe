const PASSWORD = 'trellis-demo';

/** Signs in to the server and returns the cookies of the session. */
export async function signInByApi(port: number, email: string): Promise<string[]> {
  const api = `http://127.0.0.1:${port}/api`;
  const pool = await fetch(`${api}/user-pool?email=${encodeURIComponent(email)}`);
  const { userPoolId, clientId } = (await pool.json()) as { userPoolId?: string; clientId?: string };
  const answer = await fetch(`${api}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userPoolId, clientId, email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${email} could not sign in (status ${answer.status})`);
  return answer.headers.getSetCookie();
}
