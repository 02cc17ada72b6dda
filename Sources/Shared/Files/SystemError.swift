import PlatformKit

/// Why the system refused an operation on a file, in the system's words.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
    public init(code: Int32) { description = String(cString: strerror(code)) }

    /// A path leads to or through something that is not a folder.
    public static var notAFolder: Self { Self(code: ENOTDIR) }
    /// A part of a path is missing.
    public static var missing: Self { Self(code: ENOENT) }

    /// The error of the system call that has just failed. Read it before anything else is called.
    public static var last: Self { Self(code: errno) }
}
