import CPostgres

/// The last warning of PostgreSQL, which libpq would otherwise print.
final class PostgresWarnings {
    var last: String?

    /// - Parameter connection: must end before this object does.
    func listen(to connection: OpaquePointer) {
        let receiver: PQnoticeReceiver = { context, result in
            guard let context, PostgresConnection.field("V", of: result) == "WARNING" else { return }
            Unmanaged<PostgresWarnings>.fromOpaque(context).takeUnretainedValue().last =
                PostgresConnection.field("M", of: result) ?? "without words"
        }
        PQsetNoticeReceiver(connection, receiver, Unmanaged.passUnretained(self).toOpaque())
    }
}
