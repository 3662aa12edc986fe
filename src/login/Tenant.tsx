interface TenantProps {
  name: string | null;
  logo: string | null | undefined;
}

/** The organisation of the typed email address, once it is known. Its space is kept free, so that no button moves. */
export function Tenant({ name, logo }: TenantProps) {
  return (
    <div role="status" className="tenant-space">
      {name && (
        <div className="tenant">
          {logo ? (
            <img className="tenant-logo" src={logo} alt="" />
          ) : (
            <span className="tenant-mark" aria-hidden="true">
              {Array.from(name)[0]}
            </span>
          )}
          <p className="strong">{name}</p>
        </div>
      )}
    </div>
  );
}
