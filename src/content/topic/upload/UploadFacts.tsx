/** Facts about an uploaded file. */
export const UploadFacts = ({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) => (
  <dl className="upload-facts">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt className="small text-3">{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
