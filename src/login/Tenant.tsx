/** The organisation of the typed email address, once it is known. */
export function Tenant({ name }: { name: string | null }) {
  return (
    <div role="status">
      {name && (
        <div className="tenant">
          <span className="tenant-mark" aria-hidden="true">
            {Array.from(name)[0]}
          </span>
          <p className="strong">{name}</p>
        </div>
      )}
    </div>
  );
}
