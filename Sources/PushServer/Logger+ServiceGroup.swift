package import Logging

extension Logger {
    /// For a `ServiceGroup`. Below level info, a group logs each service with all of its contents,
    /// which for the server is kilobytes.
    package var ofServiceGroup: Logger {
        var logger = self
        logger.logLevel = max(logLevel, .info)
        return logger
    }
}
