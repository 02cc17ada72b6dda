import PlatformKit

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What the system says about this process.
public enum ThisProcess {
    public static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The name of the machine.
    public static var hostName: String { ProcessInfo.processInfo.hostName }

    /// The home folder that the environment names, or else the one of the user's account.
    public static func home(in environment: [String: String]) -> String {
        environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
    }

    /// The absolute path of the program's file, without links; nil if the system does not say.
    public static var programPath: String? { ProgramFile.path.flatMap(SmallFile.pathWithoutLinks) }
}
